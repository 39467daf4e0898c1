/**
 * Holds a page's scripts back until it has been painted. React names as many as forty of them before the
 * stylesheet; only the first tap needs them, and what is seen shares the line with nothing (decision 091).
 */
const MODULE_PRELOAD = /<link rel="modulepreload" href="\/assets\/([^">\s]+)\.js"\/>/g
const HEAD_END = "</head>"
/** How the router begins the script that loads the others. */
const START = '<script type="module" async="">'
const HELD_SCRIPT_ID = "held-script"
/** A browser that does not tell of its paints must not keep a page from coming to life. */
const MAX_WAIT_MS = 3_000

/**
 * Takes the links to scripts out of the head, and keeps the script that loads them from running:
 * `startScript` runs it. A page without such a script stays as it is.
 */
export function holdScripts(html: string): string {
  const end = html.indexOf(HEAD_END)
  const start = html.lastIndexOf(START)
  if (end < 0 || start < end) return html
  const links: string[] = []
  const head = html.slice(0, end).replaceAll(MODULE_PRELOAD, (_, name: string) => {
    links.push(name)
    return ""
  })
  const held = `<script type="text/plain" id="${HELD_SCRIPT_ID}" data-links="${links.join(" ")}">`
  return `${head}${html.slice(end, start)}${held}${html.slice(start + START.length)}`
}

/**
 * Stands at the end of the page and runs the script that `holdScripts` held back: after the first paint, or
 * at once where nobody looks yet and nothing is painted. It goes into the head, whose children React leaves
 * alone.
 */
export const startScript = `(function(){
var held=document.getElementById("${HELD_SCRIPT_ID}"),isStarted=false;
if(!held)return;
function start(){
if(isStarted)return;
isStarted=true;
held.dataset.links.split(" ").filter(Boolean).forEach(function(name){
var link=document.createElement("link");
link.rel="modulepreload";link.href="/assets/"+name+".js";document.head.append(link)
});
var script=document.createElement("script");
script.type="module";script.textContent=held.textContent;document.head.append(script)
}
var types=window.PerformanceObserver&&PerformanceObserver.supportedEntryTypes||[];
if(document.hidden||types.indexOf("paint")<0)return start();
new PerformanceObserver(start).observe({type:"paint",buffered:true});
setTimeout(start,${MAX_WAIT_MS})
})()`
