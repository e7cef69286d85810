"""Drives a portal by the Kamatera driver of Apache libcloud as it is published. Writes what it saw as one JSON object."""

import json
import sys

from libcloud.compute.base import NodeAuthPassword, NodeAuthSSHKey
from libcloud.compute.providers import get_driver
from libcloud.compute.types import InvalidCredsError, Provider

host, port, client_id, secret, ssh_key = sys.argv[1:6]


def driver(with_secret):
    return get_driver(Provider.KAMATERA)(client_id, with_secret, secure=False, host=host, port=int(port))


def seen(node):
    return {
        "id": node.id,
        "name": node.name,
        "state": str(node.state),
        "public_ips": node.public_ips,
        "private_ips": node.private_ips,
        "billingcycle": node.extra.get("billingcycle"),
        "priceOn": node.extra.get("priceOn"),
        "priceOff": node.extra.get("priceOff"),
        "dailybackup": node.extra.get("dailybackup"),
        "managed": node.extra.get("managed"),
    }


out = {}
cloud = driver(secret)
location = cloud.list_locations()[0]
out["location"] = [location.id, location.name, location.country]
sizes = cloud.list_sizes(location)
out["sizes"] = [[size.id, size.ram, size.disk, size.extra["cpuCores"], size.extra["cpuType"]] for size in sizes]
images = cloud.list_images(location)
out["images"] = len(images)
image = [image for image in images if image.extra["code"].startswith("debian")][0]
out["image"] = [image.id, image.name, image.extra["datacenter"], image.extra["osDiskSizeGB"]]
out["capabilities"] = sorted(cloud.ex_list_capabilities(location))

made = cloud.create_node("lc-generated", sizes[0], image, location)
out["generated"] = seen(made)
out["password"] = made.extra["generated_password"]
out["log"] = made.extra["create_log"]
out["created_at"] = str(made.created_at)
by_password = cloud.create_node(
    "lc-password", sizes[1], image, location, auth=NodeAuthPassword("A_chosen_Password_28_signs_x"), ex_dailybackup=True, ex_poweronaftercreate=False
)
out["chosen"] = seen(by_password)
by_key = cloud.create_node("lc-key", sizes[0], image, location, auth=NodeAuthSSHKey(ssh_key))
out["key"] = seen(by_key)

out["listed"] = sorted([node.name, str(node.state)] for node in cloud.list_nodes())
out["details"] = [seen(node) for node in cloud.list_nodes(ex_name_regex="lc-(generated|key)")]


def state_of(node):
    return str(cloud.list_nodes(ex_id=node.id)[0].state)


cloud.stop_node(made)
out["stopped"] = state_of(made)
cloud.start_node(made)
out["started"] = state_of(made)
cloud.reboot_node(made)
out["rebooted"] = state_of(made)
for node in (made, by_password, by_key):
    cloud.destroy_node(node)
out["left"] = [node.name for node in cloud.list_nodes()]
again = cloud.create_node("lc-generated", sizes[0], image, location)
out["again"] = [again.name, again.id != made.id]
cloud.destroy_node(again)

try:
    driver("not the secret").list_locations()
    out["refused"] = None
except Exception as error:
    out["refused"] = [type(error).__name__, str(error)]

print(json.dumps(out))
