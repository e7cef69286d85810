export const sshTexts = {
  user: 'User',
  userNeeded: 'A user name is needed',
  port: 'Port',
  portRange: 'A number from 1 to 65535',
  signInWith: 'Sign in with',
  withPassword: 'Password',
  withKey: 'Private key',
  password: 'Password',
  privateKey: 'Private key',
  keyNeeded: 'Paste the private key or choose its file',
  keyFile: 'Choose a file',
  passphrase: 'Passphrase of the key',
};
