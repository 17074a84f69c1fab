import { App } from 'aws-cdk-lib';
import path from 'node:path';
import { stackIdOf } from './lib/options';
import { AvalancheStack } from './lib/stack';
import { options } from './options';

const app = new App();
new AvalancheStack(app, stackIdOf(options), {
	options,
	codeFolder: process.env.LAMBDA_BUNDLES ?? path.resolve(__dirname, '../dist-lambdas'),
	description: 'Avalanche: transaction exports, verified signatures, notifications',
});
