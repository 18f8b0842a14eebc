/**
 * `/modules/checkout/cart/mini-cart.island.tsx` is `checkout/mini-cart`; files of platform and web become `platform/x`,
 * `web/x`.
 */
export function islandName(file: string): string {
  const [folder, module, ...rest] = file
    .replace(/^\//, '')
    .replace(/\.island\.tsx$/, '')
    .split('/')
  const last = rest.at(-1) ?? module
  return folder === 'modules' ? `${module}/${last}` : `${folder}/${last}`
}
