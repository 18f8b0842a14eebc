export { openSimulator, startSimulator } from './payments/gateways/authorize-net/simulator/simulator.ts'
export { openPaypalSimulator, startPaypalSimulator } from './payments/gateways/paypal/simulator/simulator.ts'
