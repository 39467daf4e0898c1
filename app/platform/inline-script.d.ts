/** A file and what it imports as one script to be written into the page; see vite.config.ts. */
declare module "*?inline-script" {
  const script: string
  export default script
}
