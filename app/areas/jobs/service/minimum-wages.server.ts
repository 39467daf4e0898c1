/** Owns what other areas may know of the minimum wage: the table in force. */
export { minimumWages, type MinimumWage } from "../wages.ts"
