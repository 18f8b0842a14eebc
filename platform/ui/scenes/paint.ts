/** The colors of all scenes, from light to dark: tints of the organization's color and of two neutrals (web/theme.css). */
export const paint = {
  paper: 'var(--scene-paper)',
  sky: 'var(--scene-sky)',
  far: 'var(--scene-far)',
  stone: 'var(--scene-stone)',
  mid: 'var(--scene-mid)',
  brand: 'var(--scene-brand)',
  deep: 'var(--scene-deep)',
  road: 'var(--scene-road)',
  ink: 'var(--scene-ink)',
} as const
