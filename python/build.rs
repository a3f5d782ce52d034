//! Says to the linker that Python's own symbols come with the interpreter, where it wants to be told.

fn main() {
    pyo3_build_config::add_extension_module_link_args();
}
