"""Checks the files in deploy/ against the schemas of the programs that read them."""

import importlib.resources
import json
import pathlib
import re
import subprocess
import sys

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

dashboard = json.loads((DEPLOY / "grafana.json").read_text())
numbers = [panel["id"] for panel in dashboard["panels"]]
assert len(set(numbers)) == len(numbers) and all(panel["targets"] for panel in dashboard["panels"])
print(f"deploy/: {len(documents)} resources, {len(services['services'])} services, {len(numbers)} panels are valid")
