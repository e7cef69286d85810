import { error } from '../../../contract/errors/declaredError.ts';
import { localize } from './texts/localize.ts';

export const errors = {
  firewallGroupNameTaken: error(2450, 409, localize('errors.firewallGroupNameTaken')),
  firewallGroupUsed: error(2451, 422, localize('errors.firewallGroupUsed')),
  firewallGroupLimit: error(2452, 422, localize('errors.firewallGroupLimit')),
  firewallRuleWrong: error(2453, 400, localize('errors.firewallRuleWrong')),
  firewallNoDraft: error(2454, 422, localize('errors.firewallNoDraft')),
};

/** Resource names used for `{what}` in `notFound`. */
export const resourceNames = {
  'firewall group': localize('resources.firewallGroup'),
};
