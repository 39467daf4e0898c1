/** What other areas may know of the minimum wage: the table in force. */
export { getMinimumWages as minimumWages, type MinimumWage } from "../wages.ts"
