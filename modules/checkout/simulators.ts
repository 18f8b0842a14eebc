export { openSimulator, startSimulator } from './gateways/authorize-net/simulator/simulator.ts'
export { openPaypalSimulator, startPaypalSimulator } from './gateways/paypal/simulator/simulator.ts'
