/** Where the parts of the production under test listen; PRODUCTION_PORT moves them all. */
const firstPort = Number(process.env.PRODUCTION_PORT ?? 4600)

export const PORTS = {
  https: firstPort,
  app: firstPort + 1,
  smtp: firstPort + 2,
  mails: firstPort + 3,
  toss: firstPort + 4,
}
export const PRODUCTION_ORIGIN = "https://baro.example"
