import '../../../src/exthost/test-support/component-node-thread.ts';
