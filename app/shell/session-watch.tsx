export type SessionWatchProps = {
  actor: { userId: string; email: string; profile: object | null; expiresAt: number; kept: boolean; timeoutMs: number } | null
}

export function SessionWatch(_props: SessionWatchProps) {
  return null
}
