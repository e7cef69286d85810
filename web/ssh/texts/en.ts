export const sshTexts = {
  user: 'Username',
  userNeeded: 'Enter a username.',
  port: 'Port',
  portRange: 'Enter a number from 1 to 65535.',
  signInWith: 'Sign in with',
  withPassword: 'Password',
  withKey: 'Private key',
  password: 'Password',
  privateKey: 'Private key',
  keyNeeded: 'Paste the private key or choose its file.',
  keyFile: 'Choose file',
  passphrase: 'Key passphrase',
};
