/** Tables scroll sideways on phones: the box around each can be reached by keyboard. */
const wrapTables = (html: string) =>
  html
    .replaceAll("<table>", '<div class="article-table" role="group" aria-label="표" tabindex="0"><table>')
    .replaceAll("</table>", "</table></div>")

/**
 * The words of an article. `html` was cleaned when it was saved (service/html.server.ts), or came with the
 * product. Without it the page that the server sent has them, which stay as they are.
 */
export function ArticleBody({ html = "", className }: { html?: string | undefined; className?: string }) {
  return (
    <div
      className={className ? `article ${className}` : "article"}
      dangerouslySetInnerHTML={{ __html: wrapTables(html) }}
    />
  )
}
