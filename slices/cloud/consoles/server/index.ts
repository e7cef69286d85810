export { type GuestSignIn, GuestSilent, keyOf, signInToGuest } from './guestSsh.ts';
