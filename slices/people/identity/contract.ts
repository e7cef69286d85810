import { passwordResetEndpoints } from './contract/passwordReset.ts';
import { reauthenticationEndpoints } from './contract/reauthentication.ts';
import { signInEndpoints } from './contract/signIn.ts';
import { signUpEndpoints } from './contract/signUp.ts';
import { userContextEndpoints } from './contract/userContext.ts';

export {
  type LoginAnswer,
  loginAnswer,
  loginCheckAnswer,
  secondStep,
} from './contract/signIn.ts';
export { fullUserContext, userContext } from './contract/userContext.ts';
export { errors } from './errors.ts';

export const identityEndpoints = {
  ...signInEndpoints,
  ...signUpEndpoints,
  ...passwordResetEndpoints,
  ...reauthenticationEndpoints,
  ...userContextEndpoints,
};

export { identityEndpoints as endpoints };
