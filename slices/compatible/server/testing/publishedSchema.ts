/**
 * Commands of the published command line, with their flags and the columns they show. Facts of the public sources: cloudcli `docs/*.md`
 * (pages of 2019 to 2023) and `cli_schema/commands/**` of its server.
 */
export const publishedCommands: Record<string, { flags: string[]; aliases?: string[]; files?: string[]; columns?: string[] }> = {
  'server list': { flags: [], columns: ['id', 'name', 'datacenter', 'power'] },
  'server options': { flags: [] },
  'server create': {
    flags: [
      ...['interactive', 'name', 'datacenter', 'image', 'cpu', 'ram', 'disk', 'network', 'password', 'dailybackup', 'managed', 'quantity'],
      ...['billingcycle', 'monthlypackage', 'poweronaftercreate', 'wait', 'ssh-key', 'script-file', 'userdata-file', 'tag'],
    ],
    files: ['ssh-key', 'script-file', 'userdata-file'],
  },
  'server clone': {
    flags: [
      ...['source-id', 'source-name', 'name', 'cpu', 'ram', 'disk', 'network', 'password', 'dailybackup', 'managed', 'quantity'],
      ...['billingcycle', 'monthlypackage', 'poweronaftercreate', 'wait', 'ssh-key', 'script-file', 'userdata-file', 'tag'],
    ],
    files: ['ssh-key', 'script-file', 'userdata-file'],
  },
  'server info': {
    flags: ['id', 'name'],
    columns: [
      ...['id', 'name', 'datacenter', 'power', 'cpu', 'ram', 'diskSizes', 'networks', 'billing', 'traffic', 'managed', 'backup'],
      ...['priceMonthlyOn', 'priceHourlyOn', 'priceHourlyOff'],
    ],
  },
  'server attach': { flags: ['id', 'name', 'password', 'key'], aliases: ['connect', 'ssh'] },
  'server sshkey': { flags: ['id', 'name', 'password', 'public-key'] },
  'server poweron': { flags: ['id', 'name', 'wait'] },
  'server poweroff': { flags: ['id', 'name', 'wait'] },
  'server reboot': { flags: ['id', 'name', 'wait'] },
  'server suspend': { flags: ['id', 'name', 'wait'] },
  'server resume': { flags: ['id', 'name', 'wait'] },
  'server terminate': { flags: ['id', 'name', 'force', 'wait', 'dryrun'] },
  'server passwordreset': { flags: ['id', 'name', 'password', 'wait'] },
  'server rename': { flags: ['id', 'name', 'new-name', 'wait'] },
  'server description': { flags: ['id', 'name', 'set'], columns: ['name', 'description'] },
  'server tags': { flags: ['id', 'name', 'add', 'remove'] },
  'server configure': { flags: ['id', 'name', 'cpu', 'ram', 'dailybackup', 'managed', 'billingcycle', 'monthlypackage', 'wait'] },
  'server disk': { flags: ['id', 'name', 'add', 'remove', 'resize', 'size', 'wait'], columns: ['id', 'size'] },
  'server network': {
    flags: ['id', 'name', 'add', 'ip', 'subnet', 'bits', 'disconnect', 'connect', 'wait'],
    columns: ['network', 'ips', 'connected', 'mac'],
  },
  'server snapshot': { flags: ['id', 'name', 'create', 'delete', 'revert', 'wait'], columns: ['id', 'name', 'date', 'depth', 'active'] },
  'server hdlib': { flags: ['id', 'name', 'clone', 'image-name', 'wait'], columns: ['uuid', 'sizeGB'] },
  'server history': { flags: ['id', 'name'], columns: ['action', 'date', 'user'] },
  'server reports': {
    flags: ['id', 'name'],
    columns: [
      ...['year', 'month', 'cpu', 'ram', 'disk', 'diskTraffic', 'wanRcTraffic', 'wanTrTraffic', 'wanRcPer', 'wanTrPer'],
      ...['lanRcTraffic', 'lanTrTraffic', 'lanRcPer', 'lanTrPer'],
    ],
  },
  'server statistics': {
    flags: ['id', 'name', 'all', 'cpu', 'ram', 'network', 'disksIops', 'disksTransfer', 'startdate', 'enddate', 'period'],
    columns: ['date', 'metric', 'value'],
  },
  'network list': { flags: ['datacenter'], columns: ['ids', 'names', 'vlanId'] },
  'network create': { flags: ['datacenter', 'name', 'subnetIp', 'subnetBit', 'gateway', 'dns1', 'dns2', 'subnetDescription'] },
  'network delete': { flags: ['datacenter', 'id'] },
  'network subnet_list': {
    flags: ['datacenter', 'vlanId'],
    columns: [
      ...['datacenter', 'vlanId', 'subnetId', 'total', 'startRange', 'endRange', 'subnetIp', 'subnetBit', 'subnetMask'],
      ...['subnetDescription', 'dns1', 'dns2', 'gateway', 'inUse'],
    ],
  },
  'network subnet_create': { flags: ['datacenter', 'vlanId', 'subnetIp', 'subnetBit', 'gateway', 'dns1', 'dns2', 'subnetDescription'] },
  'network subnet_edit': {
    flags: ['datacenter', 'subnetId', 'vlanId', 'subnetIp', 'subnetBit', 'gateway', 'dns1', 'dns2', 'subnetDescription'],
  },
  'network subnet_delete': { flags: ['subnetId'] },
  'queue list': {
    flags: [],
    columns: ['id', 'commandInfo', 'dtComplete', 'dtCreate', 'dtExecute', 'exitCode', 'progress', 'serviceName'],
  },
  'queue detail': {
    flags: ['id', 'log', 'wait'],
    columns: ['id', 'status', 'server', 'description', 'added', 'executed', 'completed', 'log'],
  },
};

/** What its option lists are made of. */
export const publishedOptions: Record<string, string[]> = {
  datacenter: ['datacenter', 'datacenter_description'],
  cpu: ['cpu_type'],
  ram: [],
  disk: ['disk_size_gb'],
  image: ['image_id', 'image_name', 'image_size_gb', 'image_usage_info', 'image_guest_description', 'image_text_one', 'image_text_two'],
  traffic: ['datacenter', 'traffic', 'traffic_info'],
  network: ['datacenter', 'network', 'network_ips'],
  billing: ['billing_plan'],
};
