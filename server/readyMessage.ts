/** The portal's message to the launcher, over their channel, when it starts accepting calls. */
export const readyMessage = 'ready';
