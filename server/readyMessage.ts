/** The portal's message to the launcher, over their channel, when it accepts calls. */
export const readyMessage = 'ready';
