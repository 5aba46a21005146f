"""The doctor: what is wrong with an attention module, by what it does, never by what its parts are called.

examine(module, example) runs the module on small inputs, watches every softmax and every product on the way, and
tells in numbers what does not hold.
"""
