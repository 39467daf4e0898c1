/** Where the parts of the production under test listen; PRODUCTION_PORT moves them all. */
const first = Number(process.env.PRODUCTION_PORT ?? 4600)

export const PORTS = { https: first, app: first + 1, smtp: first + 2, mails: first + 3, toss: first + 4 }
export const PRODUCTION_ORIGIN = "https://baro.example"
