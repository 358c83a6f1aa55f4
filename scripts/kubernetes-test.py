#!/usr/bin/env python3
"""Reads scripts/kubernetes-job.yaml and does by hand what Kubernetes would do with it: runs the
container's command once for every JOB_COMPLETION_INDEX, at a small depth, then merges. The result
must be the unsharded run byte for byte.

    scripts/kubernetes-test.py [PROGRAM]      default: target/release/vnmp

Needs PyYAML (Debian: python3-yaml). Whether a cluster accepts the Job is not tested.
"""

import filecmp
import os
import pathlib
import subprocess
import sys
import tempfile

try:
    import yaml
except ImportError:
    print("missing: PyYAML; apt-get install python3-yaml", file=sys.stderr)
    sys.exit(77)

here = pathlib.Path(__file__).resolve().parent
program = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else here.parent / "target/release/vnmp")
DEPTH = "--depth 11"  # what the Job asks for: hours of work
SMALL = "--depth 3"


def check(condition, sentence):
    if not condition:
        sys.exit(f"FAILED: {sentence}")


job = yaml.safe_load((here / "kubernetes-job.yaml").read_text())
check((job["apiVersion"], job["kind"]) == ("batch/v1", "Job"), "not a Job of batch/v1")
spec = job["spec"]
check(spec["completionMode"] == "Indexed", "without indices all pods would do the same shard")
pod = spec["template"]["spec"]
# Kubernetes refuses backoffLimitPerIndex with any other policy.
check(pod["restartPolicy"] == "Never", "restartPolicy")
(container,) = pod["containers"]
mounts = {mount["name"]: mount["mountPath"] for mount in container["volumeMounts"]}
volumes = {volume["name"] for volume in pod["volumes"]}
check(set(mounts) == volumes, f"volumes {volumes}, mounted {set(mounts)}")
check(container["workingDir"] in mounts.values(), "the working folder is on no volume")
shards = spec["completions"]
*command, script = container["command"] + container["args"]
check(f"/{shards}" in script, f"{shards} completions, but: {script}")
check(DEPTH in script, f"no {DEPTH} in: {script}")
script = script.replace(DEPTH, SMALL)


def run(words, folder, **environment):
    path = f"{program.resolve().parent}:{os.environ['PATH']}"
    done = subprocess.run(words, cwd=folder, env={**os.environ, **environment, "PATH": path},
                          capture_output=True, text=True)
    check(done.returncode == 0, f"{words}: {done.stderr}")
    return done.stdout


with tempfile.TemporaryDirectory() as folder:
    for index in range(shards):
        run([*command, script], folder, JOB_COMPLETION_INDEX=str(index))
    merged = run(["vnmp", "merge", "table3"], folder)
    whole = run(["vnmp", "table3", *SMALL.split(), "--out", "whole", "--journal", "other"], folder)
    check(merged == whole, "the printed tables differ")
    root = pathlib.Path(folder)
    names = sorted(file.name for file in (root / "whole").iterdir() if file.name != "times.json")
    same, *others = filecmp.cmpfiles(root / "whole", root / "table3", names, shallow=False)
    check(sorted(same) == names, f"these files differ or are missing: {others}")
    print(f"{shards} indices, merged: {len(names)} files equal those of the unsharded run, byte for byte")
