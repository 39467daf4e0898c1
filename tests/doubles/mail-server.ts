/** A mail server that keeps what it is sent, and lets tests read it over HTTP. */
import { createServer } from "node:http"
import PostalMime from "postal-mime"
import { SMTPServer } from "smtp-server"

export type ReceivedMail = { to: string; subject: string; text: string }
export type MailServer = { stop(): Promise<void> }

/**
 * Takes mail on 127.0.0.1:`smtpPort` and answers GET /?to=<address> on `httpPort` with what that address was
 * sent, newest first.
 */
export async function startMailServer(ports: { smtpPort: number; httpPort: number }): Promise<MailServer> {
  const mails: ReceivedMail[] = []
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    onData(stream, session, done) {
      void (async () => {
        const parts: Buffer[] = []
        for await (const part of stream as AsyncIterable<Buffer>) parts.push(part)
        const mail = await PostalMime.parse(Buffer.concat(parts))
        for (const { address } of session.envelope.rcptTo) {
          mails.unshift({ to: address, subject: mail.subject ?? "", text: mail.text ?? "" })
        }
      })().then(() => done(), done)
    },
  })
  const http = createServer((request, response) => {
    const to = new URL(request.url ?? "/", "http://mail").searchParams.get("to")
    const found = mails.filter((mail) => mail.to === to)
    response.writeHead(200, { "Content-Type": "application/json; charset=utf-8" }).end(JSON.stringify(found))
  })
  await new Promise<void>((open) => smtp.listen(ports.smtpPort, "127.0.0.1", open))
  await new Promise<void>((open) => http.listen(ports.httpPort, "127.0.0.1", open))
  return {
    async stop() {
      await new Promise<void>((closed) => smtp.close(() => closed()))
      await new Promise<void>((closed) => {
        http.close(() => closed())
        http.closeAllConnections()
      })
    },
  }
}
