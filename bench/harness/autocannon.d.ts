declare module 'autocannon' {
  interface Result {
    non2xx: number;
    errors: number;
    requests: { average: number; total: number };
  }
  export default function autocannon(options: {
    url: string;
    headers?: Record<string, string>;
    /** Sent in rotation by each connection. */
    requests?: { headers: Record<string, string> }[];
    connections: number;
    /** Seconds. */
    duration?: number;
    /** How many calls, instead of how long. */
    amount?: number;
  }): Promise<Result>;
}
