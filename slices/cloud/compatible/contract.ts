import { cliNetworkEndpoints } from './contract/cliNetworks.ts';
import { cliServerEndpoints } from './contract/cliServers.ts';
import { consolePlaceEndpoints } from './contract/consoleOptions.ts';
import { consoleServerEndpoints } from './contract/consoleServers.ts';

export { errors } from './errors.ts';

/**
 * The endpoints for published clients of another portal: those of its command line host and of its
 * console host.
 */
export const compatibleEndpoints = {
  ...cliServerEndpoints,
  ...cliNetworkEndpoints,
  ...consoleServerEndpoints,
  ...consolePlaceEndpoints,
};

export { compatibleEndpoints as endpoints };
