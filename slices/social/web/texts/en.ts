export const socialTexts = {
  continueWith: 'Continue with {title}',
  going: 'Going to {title}…',
  otherWays: 'Other ways to sign in',
  failedToBegin: 'We couldn’t start this sign-in.',

  processing: 'Signing you in',
  processingHint: 'Checking the response from {title}…',
  connectingTitle: 'Connecting {title}',

  newTitle: 'Create your account',
  newLead: '{title} confirmed your identity. Check your name to create your account.',
  email: 'Email',
  firstName: 'First name',
  lastName: 'Last name',
  acceptTerms: 'By creating an account, you agree to the',
  terms: 'terms of service',
  create: 'Create account',
  creating: 'Creating…',
  notNew: 'I already have an account',

  cancelledTitle: 'No changes made',
  cancelled: 'The sign-in at {title} was canceled.',
  refusedByProvider: '{title} refused the request: {problem}',
  failedTitle: 'Something went wrong',
  connectFailedTitle: 'Not connected',
  backToSignIn: 'Back to sign-in',
  backToProfile: 'Back to your profile',
  tryAgain: 'Try {title} again',
  forgot: 'Set a new password',
  signUp: 'Sign up with email',

  hint11: 'You’re already signed in here.',
  hint13: 'Too many failed attempts. Try again later.',
  hint21: 'The account connected to {title} can’t be used. Contact your administrator.',
  hint28: 'This site doesn’t accept new accounts right now.',
  hint30:
    '{title} didn’t share an email address. Add one to your account there, or allow sharing it, and try again.',
  hint31: 'This site doesn’t offer {title}. Choose another way on the sign-in page.',
  hint32:
    'This link was already used or belongs to another browser. Start again on the sign-in page.',
  hint33:
    'An account with your email address is connected to another provider. Sign in with that provider, then connect {title} in your profile.',
  hint34:
    'An account with your email address already exists. Sign in with email and password, then connect {title} in your profile.',
  hint35:
    'Your account is connected to another {title} account. Disconnect it in your profile first.',
  hint36:
    '{title} isn’t responding correctly, or it’s turned off here or in your profile. Try again later, or sign in another way.',
  hint37:
    '{title} doesn’t confirm that your email address is verified. Verify it there, or sign up with email here and connect {title} in your profile.',
  hint38:
    'This {title} account belongs to another account of this site. Sign in with it, or choose another one.',
  hint39:
    'Your email address belongs to an account that is connected to another {title} account. Choose that account at {title}.',
  hint41: 'More than ten minutes have passed. Start again.',
  hint42: 'This site doesn’t offer sign-up. Ask its administrator for an account.',
  hint55: 'Your account can only be used from certain IP addresses, and yours isn’t one of them.',

  connectedTitle: 'Connected accounts',
  connectedHint: 'Sign in with an account from another service. Your password here keeps working.',
  connect: 'Connect',
  connectNamed: 'Connect {title}',
  disconnect: 'Disconnect',
  disconnectNamed: 'Disconnect {title}',
  disconnectBody: 'You can no longer sign in with {title}. Your other sessions end.',
  disconnected: '{title} disconnected',
  connectedAs: '{name}, since {when}',
  notConnected: 'Not connected',
  switchedOff: 'Sign-in with other providers is turned off in your security settings.',
  justConnected: '{title} connected. You can now sign in with it.',
};
