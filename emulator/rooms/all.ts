/** The code that the emulator has for each resource alone. */

export { emulated as cChain } from './cChain';
export { emulated as chain } from './chain';
export { emulated as contract } from './contract';
export { emulated as evm } from './evm';
export { emulated as evmSubnet } from './evmSubnet';
export { emulated as evmTransaction } from './evmTransaction';
export { emulated as health } from './health';
export { emulated as icmMessage } from './icmMessage';
export { emulated as info } from './info';
export { emulated as lookingGlass } from './lookingGlass';
export { emulated as metric } from './metric';
export { emulated as nodeMetric } from './nodeMetric';
export { emulated as pChain } from './pChain';
export { emulated as pChainFee } from './pChainFee';
export { emulated as pChainStaking } from './pChainStaking';
export { emulated as pChainSubnet } from './pChainSubnet';
export { emulated as primaryBlock } from './primaryBlock';
export { emulated as primaryNetwork } from './primaryNetwork';
export { emulated as primaryTransaction } from './primaryTransaction';
export { emulated as proposerVm } from './proposerVm';
export { emulated as staking } from './staking';
export { emulated as tokenBalance } from './tokenBalance';
export { emulated as transactionExport } from './transactionExport';
export { emulated as warp } from './warp';
export { emulated as webhook } from './webhook';
export { emulated as xChain } from './xChain';
