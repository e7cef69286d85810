/** What the portal tells the launcher, over the channel between the two processes, once it takes calls. */
export const readyMessage = 'ready';
