"""Checks the files in deploy/ against the schemas of the programs that read them."""

import importlib.resources
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import jsonschema
import yaml

DEPLOY = pathlib.Path("deploy")

# `preStop: sleep` is the youngest thing in the manifest: 1.29 has it at first as an option, 1.30 for all.
for version in ["1.30", "1.37"]:
    manifest = DEPLOY / "kubernetes.yaml"
    tool = [sys.executable, "-m", "kubernetes_validate", "--strict", "--quiet", "-k", version]
    subprocess.run([*tool, manifest], check=True)

compose = importlib.resources.files("compose") / "config" / "compose_spec.json"
schema = jsonschema.Draft7Validator(json.loads(compose.read_text()))
services = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
schema.validate(services)

# A check that finds nothing wrong proves something only if it would.
services["services"]["worker"]["replica"] = 3
assert not schema.is_valid(services)

# Every node has a port: a container without one would not start.
nodes = services["services"]["selforge"]
first, last = re.fullmatch(r"127\.0\.0\.1:(\d+)-(\d+):7373", nodes["ports"][0]).groups()
assert int(last) - int(first) + 1 == nodes["deploy"]["replicas"] == 3, nodes["ports"]

# Names that one file gives and another uses.
documents = list(yaml.safe_load_all((DEPLOY / "kubernetes.yaml").read_text()))
sets = [it for it in documents if it["kind"] in ("Deployment", "StatefulSet")]
labels = [it["spec"]["template"]["metadata"]["labels"] for it in sets]
for service in (it for it in documents if it["kind"] == "Service"):
    selector = service["spec"]["selector"].items()
    assert any(selector <= its.items() for its in labels), f"nothing is behind {service['metadata']['name']}"
images = {service["image"] for service in services["services"].values() if "image" in service}
images |= {container["image"] for it in sets for container in it["spec"]["template"]["spec"]["containers"]}
databases = {image for image in images if "postgres" in image}
assert len(databases) == 1, f"compose and Kubernetes have other databases: {databases}"
version = re.search(r'^version = "(.*)"', pathlib.Path("Cargo.toml").read_text(), re.MULTILINE)[1]
own = {image for image in images if image.startswith("selforge:")}
assert own == {f"selforge:{version}"}, own

# Names of what is mounted, and of the keys that are used of it: what is not there keeps a pod from starting.
head = (DEPLOY / "kubernetes.yaml").read_text().split("\napiVersion", 1)[0]
keys = {"selforge": set(re.findall(r"--from-file=(\w+)", head))}
keys |= {it["metadata"]["name"]: set(it["data"]) for it in documents if it["kind"] == "ConfigMap"}
for pod in (it["spec"]["template"]["spec"] for it in sets):
    volumes = {volume["name"]: volume for volume in pod.get("volumes", [])}
    for secret in (volume["secret"] for volume in volumes.values() if "secret" in volume):
        assert {item["key"] for item in secret["items"]} <= keys[secret["secretName"]], secret
    for container in pod["containers"]:
        for env in container.get("env", []):
            if wanted := env.get("valueFrom", {}).get("secretKeyRef"):
                assert wanted["key"] in keys[wanted["name"]], wanted
        # Everyone who can list processes can read what stands there.
        words = container.get("command", []) + container.get("args", [])
        assert not any("$(" in word for word in words), f"a secret in the arguments of {container['name']}"
        if "nats" in container["image"]:
            mounts = {mount["mountPath"]: volumes[mount["name"]] for mount in container["volumeMounts"]}
            folder, file = container["args"][1].rsplit("/", 1)
            configuration = mounts[folder]["configMap"]["name"]
            assert file in keys[configuration], f"{file} is not in {configuration}"


def said_by(*command: str, **options) -> str:
    """What a program that looks for mistakes has to say."""
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **options)
    return done.stdout if done.stdout or not done.returncode else f"{command} ended with {done.returncode}"


# The configuration of the bus, read by the bus itself where it is installed (Debian has it out of the path).
configuration = next(it["data"]["nats.conf"] for it in documents if it["kind"] == "ConfigMap")
nats = shutil.which("nats-server") or shutil.which("/usr/sbin/nats-server")
with tempfile.TemporaryDirectory() as folder:
    file = pathlib.Path(folder) / "nats.conf"
    file.write_text(configuration)
    for token, right in [("t0e1", True), ("1e", False)] if nats else []:
        said = said_by(nats, "-t", "--config", str(file), env={"TOKEN": token})
        assert ("is valid" in said) == right, said

# The service of systemd, read by systemd itself where it is installed. It wants its program to be there.
verify = shutil.which("systemd-analyze")
for unit in sorted(DEPLOY.glob("*.service")) if verify else []:
    text = unit.read_text().replace("/usr/local/bin/selforge", "/bin/true")
    with tempfile.TemporaryDirectory() as folder:
        copy = pathlib.Path(folder) / unit.name
        for written, right in [(text, True), (text.replace("PrivateTmp=", "PrivateTemp="), False)]:
            copy.write_text(written)
            said = said_by(verify, "verify", str(copy))
            # It only warns of what it does not know.
            assert (said == "") == right, f"{unit}: {said}"

dashboard = json.loads((DEPLOY / "grafana.json").read_text())
numbers = [panel["id"] for panel in dashboard["panels"]]
assert len(set(numbers)) == len(numbers) and all(panel["targets"] for panel in dashboard["panels"])
print(f"deploy/: {len(documents)} resources, {len(services['services'])} services, {len(numbers)} panels are valid")
