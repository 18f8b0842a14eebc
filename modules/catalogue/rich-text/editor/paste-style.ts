/** The declarations of a style attribute by name, in lower case. */
export type Style = Partial<Record<string, string>>

/** Reads a style attribute's text: a browser may refuse to apply it. */
export function readStyle(style: string | null): Style {
  const properties: Style = {}
  for (const part of (style ?? '').slice(0, 4000).split(';')) {
    const index = part.indexOf(':')
    if (index > 0)
      properties[part.slice(0, index).trim().toLowerCase()] = part
        .slice(index + 1)
        .trim()
        .toLowerCase()
  }
  return properties
}

/** The color names that office programs write; all others are ignored. */
export const basicColors: Readonly<Record<string, string>> = {
  red: '#ff0000',
  darkred: '#8b0000',
  maroon: '#800000',
  orange: '#ffa500',
  yellow: '#ffff00',
  gold: '#ffd700',
  lime: '#00ff00',
  green: '#008000',
  darkgreen: '#006400',
  olive: '#808000',
  aqua: '#00ffff',
  cyan: '#00ffff',
  teal: '#008080',
  blue: '#0000ff',
  darkblue: '#00008b',
  navy: '#000080',
  purple: '#800080',
  fuchsia: '#ff00ff',
  magenta: '#ff00ff',
  pink: '#ffc0cb',
  brown: '#a52a2a',
  gray: '#808080',
  grey: '#808080',
  silver: '#c0c0c0',
  lightgrey: '#d3d3d3',
  lightgray: '#d3d3d3',
}
