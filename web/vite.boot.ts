import type { Plugin } from 'vite'

/** In development, the boot data that the house at this address would write into the page. */
export function bootOfHouse(address: string): Plugin {
  return {
    name: 'boot-of-house',
    apply: 'serve',
    async transformIndexHtml(html) {
      const page = await fetch(address).then(
        (answer) => answer.text(),
        () => '',
      )
      return html.replace('<!--boot-->', /<script id="boot".*?<\/script>/s.exec(page)?.[0] ?? '')
    },
  }
}
