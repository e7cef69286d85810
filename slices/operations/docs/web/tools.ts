/**
 * Values of the portal for the examples. Each example creates a server with a unique name, so that
 * all can be tried in sequence.
 */
export interface ToolContext {
  /** `https://cloud.example.com` */
  origin: string;
  datacenter: string;
  image: string;
}

export const environment = ({ origin }: ToolContext): string => `export KAMATERA_API_CLIENT_ID=…
export KAMATERA_API_SECRET=…
export KAMATERA_API_URL=${origin}`;

export const cloudcli = ({
  origin,
  datacenter,
  image,
}: ToolContext): string => `# https://github.com/cloudwm/cloudcli/releases
export CLOUDCLI_APISERVER=${origin}
export CLOUDCLI_APICLIENTID=$KAMATERA_API_CLIENT_ID
export CLOUDCLI_APISECRET=$KAMATERA_API_SECRET
cloudcli init --no-config
export SERVER_PASSWORD="Aa1$(openssl rand -hex 8)"
cloudcli server create --name web-cloudcli --datacenter ${datacenter} --image ${image} \\
  --cpu 1B --ram 1024 --disk size=20 --password "$SERVER_PASSWORD" --wait
cloudcli server list
`;

export const terraform = ({ origin, datacenter, image }: ToolContext): string => `terraform {
  required_providers {
    kamatera = { source = "Kamatera/kamatera", version = "<= 0.8.9" }
  }
}

provider "kamatera" {
  api_url = "${origin}"
}

resource "kamatera_server" "web" {
  name          = "web-terraform"
  datacenter_id = "${datacenter}"
  image_id      = "${image}"
  cpu_type      = "B"
  cpu_cores     = 1
  ram_mb        = 1024
  disk_sizes_gb = [20]
  billing_cycle = "hourly"
  ssh_pubkey    = file("~/.ssh/id_ed25519.pub")

  network {
    name = "wan"
  }
}
`;

export function libcloud({ origin, datacenter }: ToolContext): string {
  const { protocol, hostname, port } = new URL(origin);
  const isPlainHttp = protocol === 'http:';
  const connection = [
    `host="${hostname}"`,
    ...(port ? [`port=${port}`] : isPlainHttp ? ['port=80'] : []),
    // The driver uses TLS by default.
    ...(isPlainHttp ? ['secure=False'] : []),
  ];
  return `# pip install apache-libcloud
import os
from libcloud.compute.providers import get_driver
from libcloud.compute.types import Provider

driver = get_driver(Provider.KAMATERA)(
    os.environ["KAMATERA_API_CLIENT_ID"],
    os.environ["KAMATERA_API_SECRET"],
    ${connection.join(',\n    ')},
)
location = driver.ex_get_location("${datacenter}")
size = driver.ex_get_size(ramMB=1024, diskSizeGB=20, cpuType="B", cpuCores=1)
image = driver.list_images(location)[0]
node = driver.create_node("web-libcloud", size, image, location)
print(node)
node.destroy()
`;
}

export const ansible = ({
  origin,
  datacenter,
  image,
}: ToolContext): string => `# ansible-galaxy collection install kamatera.kamatera
- hosts: localhost
  collections: [kamatera.kamatera]
  tasks:
    - name: a web server
      kamatera_compute:
        api_url: ${origin}
        api_client_id: "{{ lookup('env', 'KAMATERA_API_CLIENT_ID') }}"
        api_secret: "{{ lookup('env', 'KAMATERA_API_SECRET') }}"
        server_names: [web-ansible]
        state: running
        datacenter: ${datacenter}
        image: ${image}
        cpu_type: B
        cpu_cores: 1
        ram_mb: 1024
        disk_size_gb: 20
        billing_cycle: hourly
        networks:
          - { name: wan, ip: auto }
`;

export const packer = ({ datacenter, image }: ToolContext): string => `packer {
  required_plugins {
    kamatera = { source = "github.com/kamatera/kamatera", version = ">= 0.5.0" }
  }
}

# the key and the address come from the three variables above
source "kamatera" "web" {
  datacenter   = "${datacenter}"
  image        = "${image}"
  image_name   = "web-{{timestamp}}"
  cpu          = "1B"
  ram          = "1024"
  disk         = "size=20"
  ssh_username = "root"
}

build {
  sources = ["source.kamatera.web"]
  provisioner "shell" {
    inline = ["apt-get update", "apt-get install -y nginx"]
  }
}
`;

export const cloudInit = ({ datacenter, image }: ToolContext): string => `#cloud-config
# cloud servers create --name web-cloud-init --datacenter ${datacenter} --image ${image} … --body "$(jq -Rs '{userData: .}' user-data.yml)"
package_update: true
packages: [nginx]
users:
  - name: deploy
    groups: [sudo]
    shell: /bin/bash
    sudo: "ALL=(ALL) NOPASSWD:ALL"
    ssh_authorized_keys:
      - ssh-ed25519 AAAA… deploy@laptop
runcmd:
  - systemctl enable --now nginx
`;
