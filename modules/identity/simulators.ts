export { openSocialSimulator } from './social/simulator.ts'
export { openStorefrontSimulator } from './storefront/simulator.ts'
