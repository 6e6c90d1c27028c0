/** The colours behind a cover, by palette: what glows, and what lies around it. The same as the drawn pictures have. */
export const grounds: Record<string, [glow: string, deep: string]> = {
  gold: ['#6b4c17', '#2a2113'],
  crimson: ['#6e1f22', '#2a1418'],
  jade: ['#17543f', '#10261f'],
  azure: ['#1c4b78', '#121f31'],
  violet: ['#4a2d73', '#1f1830'],
  ember: ['#74381a', '#2b1a13'],
  rose: ['#6d2748', '#2b1622'],
  ink: ['#2c4a54', '#161f26'],
  pearl: ['#4d5160', '#1e222b'],
}

/** The ground as a CSS background. An unknown palette, of a newer server, is gold. */
export const groundOf = (palette: string): string => {
  const [glow, deep] = grounds[palette] ?? grounds.gold ?? ['', '']
  return `radial-gradient(circle at 50% 46%, ${glow}, ${deep} 68%)`
}
