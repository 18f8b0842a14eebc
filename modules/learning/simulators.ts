export { openAgencySimulator, startAgencySimulator } from './reporting/agency-simulator.ts'
