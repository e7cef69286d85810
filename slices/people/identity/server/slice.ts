import { defineSlice } from '../../../../server/platform/slice.ts';
import { accountExistsMail, codeMail, resetMail, validateMail } from './mails.ts';
import { identityRoutes } from './routes.ts';

export const identitySlice = defineSlice({
  name: 'identity',
  routes: identityRoutes,
  mails: [validateMail, accountExistsMail, resetMail, codeMail],
});
