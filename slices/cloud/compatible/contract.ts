import { cliNetworkEndpoints } from './contract/cliNetworks.ts';
import { cliServerEndpoints } from './contract/cliServers.ts';
import { consolePlaceEndpoints } from './contract/consolePlaces.ts';
import { consoleServerEndpoints } from './contract/consoleServers.ts';

export { errors } from './errors.ts';

/**
 * The calls of another portal's published clients: the host of its command line, and its console
 * host.
 */
export const compatibleEndpoints = {
  ...cliServerEndpoints,
  ...cliNetworkEndpoints,
  ...consoleServerEndpoints,
  ...consolePlaceEndpoints,
};

export { compatibleEndpoints as endpoints };
