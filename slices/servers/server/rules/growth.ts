import type { Power, Texts } from './facts.ts';

/** How far a running server can grow. Memory in MB. */
export interface Room {
  cores: number;
  ramMb: number;
}

/**
 * Of the room that there is, what is sold: the largest offered sizes within it, and never less than
 * the server has.
 */
export function soldRoom(
  room: Room | null,
  server: { cpuType: string; cores: number; ramMb: number },
  limits: {
    cpuTypes: readonly { type: string; cores: readonly number[] }[];
    ramMb: readonly number[];
  },
): Room | null {
  if (!room) return null;
  const within = (offered: readonly number[], most: number, now: number) =>
    Math.max(now, ...offered.filter((size) => size <= most));
  const cores = limits.cpuTypes.find(({ type }) => type === server.cpuType)?.cores ?? [];
  return {
    cores: within(cores, room.cores, server.cores),
    ramMb: within(limits.ramMb, room.ramMb, server.ramMb),
  };
}

/**
 * Why a server must be off to get another size; null when it is off, or can get it while it runs.
 */
export function offObstacle(
  server: { power: Power; cores: number; ramMb: number },
  to: { cores: number; ramMb: number },
  room: Room | null,
): Texts | null {
  if (server.power === 'off') return null;
  if (to.cores === server.cores && to.ramMb === server.ramMb) return null;
  if (server.power === 'suspended')
    return {
      en: 'The server is suspended. Resume it or turn it off first.',
      he: 'השרת מושעה. יש לחדש את פעולתו או לכבות אותו תחילה.',
    };
  if (!room)
    return {
      en: 'This engine can change that only while the server is off. After the next start, the server might have room to grow.',
      he: 'המנוע יכול לשנות זאת רק כשהשרת כבוי. לאחר ההפעלה הבאה ייתכן שיהיה לשרת מקום לגדול.',
    };
  if (to.cores < server.cores || to.ramMb < server.ramMb)
    return {
      en: 'A running server can only grow. Turn it off to make it smaller.',
      he: 'שרת פועל יכול רק לגדול. כדי להקטין אותו יש לכבות אותו.',
    };
  if (to.cores > room.cores)
    return {
      en: `While it’s running, the server can grow to ${room.cores} cores. Turn it off for more.`,
      he: `בזמן פעולה השרת יכול לגדול עד ${room.cores} ליבות. ליותר מכך יש לכבות אותו.`,
    };
  if (to.ramMb > room.ramMb && room.ramMb <= server.ramMb)
    return {
      en: `The memory can’t grow while the server is on. Turn the server off, change the memory to ${to.ramMb} MB, and turn it on again.`,
      he: `לא ניתן להגדיל את הזיכרון בזמן שהשרת פועל. יש לכבות את השרת, לשנות את הזיכרון ל-${to.ramMb} MB ולהפעיל מחדש.`,
    };
  if (to.ramMb > room.ramMb)
    return {
      en: `While it’s running, the server can grow to ${room.ramMb} MB of memory. Turn it off for more.`,
      he: `בזמן פעולה השרת יכול לגדול עד ${room.ramMb} MB זיכרון. ליותר מכך יש לכבות אותו.`,
    };
  return null;
}
