/**
 * udev rules that activate hotplugged processors and memory, because not all Linux distributions do
 * so by default.
 */
const rules = [
  'SUBSYSTEM=="cpu", ACTION=="add", ATTR{online}=="0", ATTR{online}="1"',
  'SUBSYSTEM=="memory", ACTION=="add", ATTR{state}=="offline", ATTR{state}="online"',
  '',
].join('\n');

const file = '/etc/udev/rules.d/80-cloudberth-hotplug.rules';

/**
 * A shell command that writes the rules. It runs at every start, so that the rules always exist.
 */
const command = `mkdir -p /etc/udev/rules.d && echo ${Buffer.from(rules).toString('base64')} | base64 -d >${file}`;

/**
 * The portal's additions to a guest's cloud-config. Omitted when the customer's own documents
 * define startup commands.
 */
export function hotplugConfig(
  osFamily: string,
  documents: readonly (string | null)[],
): { bootcmd?: string[] } {
  const hasBootCommand = documents.some(
    (document) => document !== null && /^bootcmd:/m.test(document),
  );
  return osFamily === 'linux' && !hasBootCommand ? { bootcmd: [command] } : {};
}
