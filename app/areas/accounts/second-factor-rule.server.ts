/** Where administrators may not act without a second factor. */
import { env } from "../../platform/env.server.ts"

/**
 * Whether administrators act only with a second factor: where real people are, so not in the demo town and in
 * development (docs/decisions/043).
 */
export const isSecondFactorRequired = (): boolean => ["production", "staging"].includes(env().APP_ENV)
