export { closeConsoles } from './bridge/watch.ts';
export { consoleChores } from './chores.ts';
export { type GuestSignIn, GuestSilent, keyOf, signInToGuest } from './guestSsh.ts';
export { consoleRoutes } from './routes.ts';
