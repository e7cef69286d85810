export { type GuestSignIn, GuestUnresponsive, keyOf, signInToGuest } from './guestSsh.ts';
