import type { Plugin } from 'vite'

const ofRouter = /node_modules\/react-router\/dist\/production\/.*\.js$/
const calledOnce = /= React\$1\.(forwardRef|createContext|memo|lazy)\(/g
const names = /^\w+\.displayName = .*;$/gm

/**
 * Lets the bundler leave out what this site has no use for of the router: forms, fetchers, loading from a server. It may
 * not by itself, because the library names its components for the developer tools after making them, and a statement
 * that writes to a component keeps the component. The names go, and the calls that make components are marked as free of
 * side effects; what the site does use is untouched.
 */
export function slimRouter(): Plugin {
  return {
    name: 'slim-router',
    apply: 'build',
    transform(code, id) {
      if (!ofRouter.test(id)) return null
      return { code: code.replace(names, '').replace(calledOnce, '= /* @__PURE__ */ React$$1.$1('), map: null }
    },
  }
}
