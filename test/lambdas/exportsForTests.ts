import type { EmulatorOptions } from '../../emulator';
import { BUCKET, KEY, exportKit } from '../../lab/kit/lambda/exportKit';
import { startS3 } from '../../lab/kit/lambda/s3';
import { emulatorForTests, forTests } from '../emulatorForTests';

/** exportTransactions over an emulator and S3, which run during the tests of a file. */
export function exportsForTests(options: EmulatorOptions) {
	const emulator = emulatorForTests({ apiKeys: [KEY], ...options });
	const s3 = forTests(async () => startS3([BUCKET]));
	const kit = forTests(async () => ({
		...exportKit(emulator, s3),
		close: () => Promise.resolve(),
	}));
	return { emulator, s3, kit };
}
