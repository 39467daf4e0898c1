/**
 * The words of an article. `html` was cleaned when it was saved (service/html.server.ts), or came with the
 * product.
 */
export function ArticleBody({ html, className = "" }: { html: string; className?: string }) {
  return <div className={`article ${className}`} dangerouslySetInnerHTML={{ __html: html }} />
}
