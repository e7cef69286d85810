import type { Command } from './command.ts';

export const networkCommands: readonly Command[] = [
  {
    ...{
      use: 'list',
      short: 'List the private networks of a datacenter',
      operation: 'cliListNetworks',
      required: ['datacenter'],
    },
    columns: ['datacenter', 'ids', 'names', 'vlanId'],
  },
  {
    ...{
      use: 'create',
      short: 'Create a network with a subnet',
      operation: 'cliCreateNetwork',
      isSimple: true,
    },
    required: ['datacenter', 'name', 'subnetIp', 'subnetBit'],
  },
  {
    use: 'delete',
    short: 'Delete a network',
    operation: 'cliDeleteNetwork',
    isSimple: true,
    required: ['datacenter', 'id'],
  },
  {
    ...{
      use: 'subnet_list',
      short: 'List the subnets of a network',
      operation: 'cliListSubnets',
      required: ['datacenter', 'vlanId'],
    },
    columns: [
      ...[
        'datacenter',
        'vlanId',
        'subnetId',
        'subnetIp',
        'subnetBit',
        'subnetMask',
        'gateway',
        'dns1',
        'dns2',
      ],
      ...['subnetDescription', 'startRange', 'endRange', 'total', 'inUse'],
    ],
  },
  {
    ...{
      use: 'subnet_create',
      short: 'Add a subnet to a network',
      operation: 'cliCreateSubnet',
      isSimple: true,
    },
    required: ['datacenter', 'vlanId', 'subnetIp', 'subnetBit'],
  },
  {
    ...{
      use: 'subnet_edit',
      short: 'Change a subnet',
      operation: 'cliChangeSubnet',
      isSimple: true,
    },
    required: ['datacenter', 'vlanId', 'subnetId'],
  },
  {
    use: 'subnet_delete',
    short: 'Delete a subnet',
    operation: 'cliDeleteSubnet',
    isSimple: true,
    required: ['subnetId'],
  },
];
