export const socialAdminTexts = {
  title: 'Sign-in providers',
  detail: 'External accounts that users of this site can sign in with.',
  add: 'Add OpenID Connect provider',
  connected: 'Connected',
  switchedOff: 'Disabled',
  notConnected: 'Not connected',
  accounts_one: '{count} account',
  accounts_two: '{count} accounts',
  accounts_other: '{count} accounts',
  setUp: 'Set up',
  setUpNamed: 'Set up {title}',
  change: 'Edit',
  changeNamed: 'Edit {title}',
  close: 'Close',
  closeNamed: 'Close {title}',

  how: 'Register the portal at {title} as a web application with these redirect URLs, and enter the client ID and secret here.',
  howOwn:
    'Register the portal at your provider as a confidential web application (authorization code flow, PKCE S256) with the redirect URLs for its name, and enter its details here.',
  redirects: 'Redirect URLs',
  facebookNote:
    'Facebook doesn’t confirm that email addresses are verified. Users can connect Facebook to an existing account but can’t sign up with it.',
  microsoftNote:
    'Add the optional claim xms_edov to the ID token. Without it, Microsoft’s email addresses count as unverified, because any tenant can set any address.',
  linkedinNote:
    'Add the product “Sign In with LinkedIn using OpenID Connect”. LinkedIn doesn’t support PKCE or nonce, so the portal’s state token protects the sign-in.',

  name: 'Name in URLs',
  nameHint:
    'Lowercase letters, digits, and hyphens, for example our-company. You can’t change it later.',
  label: 'Button label',
  issuer: 'Issuer URL',
  issuerHint:
    'As in the provider’s discovery document, for example https://login.example.com/realms/staff',
  tenantHint: 'Allowed accounts: common (all), organizations, consumers, or a tenant ID.',
  clientId: 'Client ID',
  clientSecret: 'Client secret',
  secretKept: 'A secret is saved but never shown. Leave empty to keep it.',
  secretUnset: 'Stored encrypted and never shown again.',
  enabled: 'Available to users',
  save: 'Save',
  saved: '{title} saved',
  test: 'Test',
  testOk: '{title} accepts the client ID and secret.',
  testHint: 'Tests the saved values without signing in.',
  remove: 'Disconnect',
  removeTitle: 'Disconnect {title}',
  removeBody_one:
    '{count} account can no longer sign in with {title}. The connection is kept in case you connect {title} again.',
  removeBody_two:
    '{count} accounts can no longer sign in with {title}. The connections are kept in case you connect {title} again.',
  removeBody_other:
    '{count} accounts can no longer sign in with {title}. The connections are kept in case you connect {title} again.',
  removed: '{title} disconnected',
};
