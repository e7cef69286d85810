import type { OptionList } from './command.ts';

/** The parts of the `server options` response. */
export const optionLists: readonly OptionList[] = [
  {
    ...{ name: 'datacenter', key: 'datacenters', type: 'map' },
    fields: [
      { name: 'datacenter', from: 'key' },
      {
        name: 'datacenter_description',
        from: 'value',
        parsers: [{ parser: 'split_value_remove_first', split_string: ':' }],
      },
    ],
  },
  { name: 'cpu', key: 'cpu', type: 'list', fields: [{ name: 'cpu_type', from: 'value' }] },
  {
    ...{ name: 'ram', key: 'ram', type: 'mapOfLists' },
    fields: [
      { name: 'cpu_type', from: 'key' },
      { name: 'ram_size_mb', from: 'value' },
    ],
  },
  {
    name: 'disk',
    key: 'disk',
    type: 'list',
    fields: [{ name: 'disk_size_gb', from: 'value' }],
  },
  {
    ...{ name: 'image', key: 'diskImages', type: 'mapOfLists' },
    fields: [
      { name: 'image_id', from: 'id' },
      { name: 'image_name', from: 'description' },
      { name: 'image_size_gb', from: 'sizeGB' },
      { name: 'image_usage_info', from: 'usageInfo', long: true },
      { name: 'image_guest_description', from: 'guestDescription', long: true },
      { name: 'image_text_one', from: 'freeTextOne', long: true },
      { name: 'image_text_two', from: 'freeTextTwo', long: true },
    ],
  },
  {
    ...{ name: 'traffic', key: 'traffic', type: 'mapOfLists' },
    fields: [
      { name: 'datacenter', from: 'key' },
      { name: 'traffic', from: 'id' },
      { name: 'traffic_info', from: 'info' },
    ],
  },
  {
    ...{ name: 'network', key: 'networks', type: 'mapOfLists' },
    fields: [
      { name: 'datacenter', from: 'key' },
      { name: 'network', from: 'name' },
      {
        name: 'network_ips',
        from: 'ips',
        parsers: [{ parser: 'network_ips', only_for_humans: true }],
      },
    ],
  },
  {
    name: 'billing',
    key: 'billing',
    type: 'list',
    fields: [{ name: 'billing_plan', from: 'value' }],
  },
];
